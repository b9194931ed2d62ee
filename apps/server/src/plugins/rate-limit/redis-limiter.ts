import { createClient, defineScript } from '@redis/client'
import { type Logger, OperatorError } from '@touchstone/common'
import { type RateLimiter, type RateWindow, windowMs } from './rate-limiter.ts'

/**
 * Shares the sliding window between nodes. The window is a list of the times of allowed calls, newest first.
 * A script checks and extends the list, using the Redis server's clock, so that differences between the
 * nodes' clocks have no effect.
 */
const takeScript = defineScript({
  SCRIPT: `
    local window = tonumber(ARGV[1])
    local wanted = tonumber(ARGV[2])
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
    local calls = {}
    local isFull = false
    for i, key in ipairs(KEYS) do
      local limit = tonumber(ARGV[i + 2])
      calls[i] = redis.call('LLEN', key)
      while calls[i] > 0 do
        local oldest = tonumber(redis.call('LINDEX', key, -1))
        if calls[i] <= limit and now - oldest < window and oldest <= now then break end
        redis.call('RPOP', key)
        calls[i] = calls[i] - 1
      end
      if calls[i] + wanted > limit then isFull = true end
    end
    local answer = {}
    for i, key in ipairs(KEYS) do
      local limit = tonumber(ARGV[i + 2])
      local missing = calls[i] + wanted - limit
      local allowed = missing <= 0 and 1 or 0
      if not isFull then
        for _ = 1, wanted do redis.call('LPUSH', key, string.format('%.0f', now)) end
        redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
        calls[i] = calls[i] + wanted
      end
      local place = math.min(math.max(missing, 1), math.max(calls[i], 1))
      local oldest = tonumber(redis.call('LINDEX', key, -place) or now)
      answer[i] = { allowed, limit - calls[i], math.ceil((oldest + window - now) / 1000) }
    end
    return answer
  `,
  parseCommand(parser, windows: readonly RateWindow[], windowUs: number, calls: number) {
    // Redis expects the number of keys before the keys.
    parser.pushKeysLength(windows.map(({ key }) => `touchstone:rate:${key}`))
    parser.push(String(windowUs), String(calls), ...windows.map(({ limit }) => String(limit)))
  },
  transformReply: (reply: unknown) => reply as [number, number, number][],
})

export async function createRedisLimiter(options: {
  url: string
  logger: Logger
  /**
   * While Redis is unavailable, each node limits calls locally, so that the service continues and calls are
   * still limited.
   */
  fallback: RateLimiter
}): Promise<RateLimiter> {
  const { logger, fallback } = options
  let connected = false
  const client = createClient({
    url: options.url,
    scripts: { take: takeScript },
    // A call must not wait for Redis to reconnect.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 3000,
      // If the first connection fails, the service does not start. If a connection is lost later, the client
      // tries to reconnect indefinitely.
      reconnectStrategy: (retries) => (connected ? Math.min(100 * 2 ** retries, 3000) : false),
    },
  })
  let away = false
  client.on('error', (error: Error) => {
    if (connected && !away)
      logger.warn({ reason: error.message }, 'Redis is unavailable: each node limits calls separately')
    away = true
  })
  client.on('ready', () => {
    if (away) logger.info({}, 'Redis is available again: limits are shared')
    away = false
  })
  await connectOnce(client)
  connected = true

  return {
    async take(windows, calls = 1) {
      if (!client.isReady) return await fallback.take(windows, calls)
      try {
        const decisions = await client.take(windows, windowMs * 1000, calls)
        return decisions.map(([allowed = 0, remaining = 0, resetMs = 0]) => ({
          allowed: allowed === 1,
          remaining,
          resetMs,
        }))
      } catch {
        return await fallback.take(windows, calls)
      }
    },
    async ping() {
      await client.ping()
    },
    async close() {
      client.destroy()
    },
  }
}

async function connectOnce(client: { connect(): Promise<unknown>; destroy(): void }): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response within 5 s')), 5000)
  })
  try {
    await Promise.race([client.connect(), tooLong])
  } catch (cause) {
    client.destroy()
    throw new OperatorError({
      code: 'redis.connect',
      message: 'Cannot connect to the Redis server in REDIS_URL.',
      remedy:
        'Check that the server is running and the address is correct, or unset REDIS_URL for a single node.',
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}
