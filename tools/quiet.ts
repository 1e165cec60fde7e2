/** Turns off the bundler’s report of plugin timings, which says nothing to whoever starts a market. */
export const QUIET = { checks: { bundlerTimings: false } } as const
