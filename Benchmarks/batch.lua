-- Makes wrk ask for the looks of a thousand nodes at once: `screen`, `tree` or `different`, given as argument after the URL.

local count = 1000

-- What a list in an app is made of, row by row.
local row = { "UILabel", "UILabel.caption", "UIImageView", "UIButton", "UISwitch", "UIView" }
local list = "UIWindow/UINavigationController/UITableViewController/UITableView/UITableViewCell"

-- As an app names them that asks for each view where it stands.
local function screen()
  local nodes = {}
  for i = 1, count do
    nodes[i] = string.format('{"id":%d,"for":"%s","in":"%s"}', i, row[i % #row + 1], list)
  end
  return '{"traits":{"userInterfaceStyle":"dark"},"nodes":[' .. table.concat(nodes, ",") .. "]}"
end

-- The same as the tree that the views are; with the five around them and a cell a row there are a thousand as well.
local function tree()
  local cells, left = {}, count - 4
  while left > 0 do
    local views = {}
    for i = 1, math.min(#row, left - 1) do views[i] = '{"for":"' .. row[i] .. '"}' end
    cells[#cells + 1] = '{"for":"UITableViewCell","children":[' .. table.concat(views, ",") .. "]}"
    left = left - 1 - #views
  end
  local text = '{"for":"UITableView","children":[' .. table.concat(cells, ",") .. "]}"
  for _, around in ipairs { "UITableViewController", "UINavigationController", "UIWindow" } do
    text = '{"for":"' .. around .. '","children":[' .. text .. "]}"
  end
  return '{"traits":{"userInterfaceStyle":"dark"},"tree":' .. text .. "}"
end

-- No two nodes in the same place.
local function different()
  local around = { "UIView", "UIScrollView", "UIStackView", "UICollectionView", "UICollectionViewCell", "UITableView",
    "UITableViewCell", "UIVisualEffectView", "UINavigationBar", "UIToolbar" }
  local nodes = {}
  for i = 0, count - 1 do
    local path = { "UIWindow", around[i % 10 + 1], around[math.floor(i / 10) % 10 + 1], around[math.floor(i / 100) % 10 + 1] }
    nodes[i + 1] = string.format('{"id":%d,"for":"%s","in":"%s"}', i, row[i % #row + 1], table.concat(path, "/"))
  end
  return '{"traits":{"userInterfaceStyle":"dark"},"nodes":[' .. table.concat(nodes, ",") .. "]}"
end

function init(arguments)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.body = ({ screen = screen, tree = tree, different = different })[arguments[1]]()
end
