/** What benchmarks and the load use of autocannon, which brings no types. */
declare module 'autocannon' {
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  namespace autocannon {
    interface Request {
      method?: 'GET' | 'POST'
      path: string
      headers?: Record<string, string>
      body?: string
    }
    interface Options {
      url: string
      /** Called for each connection before it sends. */
      setupClient?(client: { setRequests(requests: readonly Request[]): void }): void
      /** Seconds that an answer may take. */
      timeout?: number
      connections: number
      /** Seconds; `amount` counts requests instead. */
      duration?: number
      amount?: number
      requests?: readonly Request[]
    }
    interface Result {
      /** Requests a second. */
      requests: { average: number; total: number }
      /** Milliseconds. */
      latency: { average: number; p50: number; p99: number; max: number }
      statusCodeStats: Record<string, { count: number }>
      non2xx: number
      errors: number
      timeouts: number
    }
  }
  export = autocannon
}
