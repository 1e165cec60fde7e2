/** What the bundler does not report: how long its plugins take is nothing that whoever starts a market could mend. */
export const QUIET = { checks: { bundlerTimings: false } } as const
