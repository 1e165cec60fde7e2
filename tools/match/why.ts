import { getSystemErrorMessage } from 'node:util'

/** Why something failed, in a few words on one line. */
export const whyOf = (fault: unknown): string => {
  const { errno, message = String(fault) } = Object(fault)
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : String(message).replaceAll(/\s+/g, ' ')
}

/** What is said of a fault that nobody foresaw. */
export const engineFailed = (fault: unknown): string =>
  Object(fault).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'There is not enough memory for this file'
    : `The engine failed: ${whyOf(fault)}; please report it with the file`
