import { createClient, defineScript } from '@redis/client'
import { type Logger, OperatorError } from '@touchstone/common'
import { type RateLimiter, type RateWindow, windowMs } from './rate-limiter.ts'

/**
 * The same window, shared: a list of the times let through, newest first, checked and extended in one script, by the
 * clock of Redis, so that the nodes' clocks do not matter.
 */
const takeScript = defineScript({
  SCRIPT: `
    local window = tonumber(ARGV[1])
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
    local calls = {}
    local isFull = false
    for i, key in ipairs(KEYS) do
      local limit = tonumber(ARGV[i + 1])
      calls[i] = redis.call('LLEN', key)
      while calls[i] > 0 do
        local oldest = tonumber(redis.call('LINDEX', key, -1))
        if calls[i] <= limit and now - oldest < window and oldest <= now then break end
        redis.call('RPOP', key)
        calls[i] = calls[i] - 1
      end
      if calls[i] >= limit then isFull = true end
    end
    local answer = {}
    for i, key in ipairs(KEYS) do
      local limit = tonumber(ARGV[i + 1])
      local allowed = calls[i] < limit and 1 or 0
      if not isFull then
        redis.call('LPUSH', key, string.format('%.0f', now))
        redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
        calls[i] = calls[i] + 1
      end
      local oldest = tonumber(redis.call('LINDEX', key, -1) or now)
      answer[i] = { allowed, limit - calls[i], math.ceil((oldest + window - now) / 1000) }
    end
    return answer
  `,
  parseCommand(parser, windows: readonly RateWindow[], windowUs: number) {
    // The number of keys comes before them.
    parser.pushKeysLength(windows.map(({ key }) => `touchstone:rate:${key}`))
    parser.push(String(windowUs), ...windows.map(({ limit }) => String(limit)))
  },
  transformReply: (reply: unknown) => reply as [number, number, number][],
})

export async function createRedisLimiter(options: {
  url: string
  logger: Logger
  /** Limits each node by itself while Redis is away: better than no limit, and better than no service. */
  fallback: RateLimiter
}): Promise<RateLimiter> {
  const { logger, fallback } = options
  let connected = false
  const client = createClient({
    url: options.url,
    scripts: { take: takeScript },
    // A call must not wait for Redis to come back.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 3000,
      // A first connection that fails is told at once; a lost one is sought again for as long as it takes.
      reconnectStrategy: (retries) => (connected ? Math.min(100 * 2 ** retries, 3000) : false),
    },
  })
  let away = false
  client.on('error', (error: Error) => {
    if (connected && !away)
      logger.warn({ reason: error.message }, 'Redis is away: each node limits by itself')
    away = true
  })
  client.on('ready', () => {
    if (away) logger.info({}, 'Redis is back: limits are shared again')
    away = false
  })
  await connectOnce(client)
  connected = true

  return {
    async take(windows) {
      if (!client.isReady) return await fallback.take(windows)
      try {
        const decisions = await client.take(windows, windowMs * 1000)
        return decisions.map(([allowed = 0, remaining = 0, resetMs = 0]) => ({
          allowed: allowed === 1,
          remaining,
          resetMs,
        }))
      } catch {
        return await fallback.take(windows)
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
    timer = setTimeout(() => reject(new Error('no answer in 5 s')), 5000)
  })
  try {
    await Promise.race([client.connect(), tooLong])
  } catch (cause) {
    client.destroy()
    throw new OperatorError({
      code: 'redis.connect',
      message: "The Redis server of REDIS_URL can't be reached.",
      remedy: 'Check that it runs and that the address is right, or unset REDIS_URL for a single node.',
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}
