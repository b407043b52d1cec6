-- Makes wrk switch between two themes in as many channels as there are writers: THEME THEME CHANNELS after the URL, and
-- a word for the channels' names where others write beside it.

local requests, turn = {}, 0

function init(arguments)
  wrk.headers["Content-Type"] = "application/json"
  for theme = 1, 2 do
    for channel = 1, tonumber(arguments[3]) do
      requests[#requests + 1] = wrk.format("POST", nil, nil,
        string.format('{"channel":"%s-%d","theme":"%s"}', arguments[4] or "writer", channel, arguments[theme]))
    end
  end
end

-- Each channel in turn, then each again with the other theme: so each of them is a change.
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
