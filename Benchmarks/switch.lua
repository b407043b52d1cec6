-- Makes wrk switch between two themes, given as arguments after the URL, turn and turn about.
local requests, turn = {}, 0

function init(arguments)
  wrk.headers["Content-Type"] = "application/json"
  for i = 1, 2 do
    requests[i] = wrk.format("POST", nil, nil, '{"theme":"' .. arguments[i] .. '"}')
  end
end

function request()
  turn = turn % 2 + 1
  return requests[turn]
end
