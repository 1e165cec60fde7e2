import { errorMessageOf } from '#domain/values/narrow'

/**
 * Carries a command out: prints what it answers and ends the process with 0; where it fails, says what has not come about,
 * and why, and ends with 1.
 */
export const runCommand = (failure: string, work: () => Promise<string>): void => {
  work().then(
    said => {
      console.log(said)
      process.exit(0)
    },
    (error: unknown) => {
      console.error(`${failure}: ${errorMessageOf(error)}`)
      process.exit(1)
    },
  )
}
