/**
 * The script for `take` of the port. A key's parts are the fields of one hash, each `<points> <end in ms>`. Times come
 * from the caller, as in the other stores; the hash expires by the clock of Redis when its newest window has ended.
 */
export const TAKE = `
local part, points = ARGV[1], tonumber(ARGV[2])
local lasts, now = tonumber(ARGV[3]), tonumber(ARGV[4])
local function read(window)
  local counted, ends = string.match(window, '^(%d+) (%d+)$')
  return tonumber(counted), tonumber(ends)
end
local counted, ends = 0, 0
local window = redis.call('HGET', KEYS[1], part)
if window then counted, ends = read(window) end
local begins = ends <= now or ends > now + 2 * lasts
if begins then counted, ends = 0, now + lasts end
if counted >= points then return {0, ends} end
if begins then
  local all = redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    local _, over = read(all[i + 1])
    if over <= now then redis.call('HDEL', KEYS[1], all[i]) end
  end
end
redis.call('HSET', KEYS[1], part, string.format('%d %.0f', counted + 1, ends))
if begins then redis.call('PEXPIRE', KEYS[1], lasts) end
return {1, ends}`

/** The script for `giveBack`: takes one count back from the window of a part that ends at that time. */
export const GIVE_BACK = `
local window = redis.call('HGET', KEYS[1], ARGV[1])
if not window then return 0 end
local counted, ends = string.match(window, '^(%d+) (%d+)$')
if ends ~= ARGV[2] or tonumber(counted) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %s', tonumber(counted) - 1, ends))
return 1`
