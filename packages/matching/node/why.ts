import { getSystemErrorMessage } from 'node:util'

/** Reason of a failure on one line. */
export const oneLineErrorMessage = (fault: unknown): string => {
  const { errno, message = String(fault) } = Object(fault)
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : String(message).replaceAll(/\s+/g, ' ')
}

/** Message for an unexpected error. */
export const unexpectedErrorMessage = (fault: unknown): string =>
  Object(fault).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'There is not enough memory for this file'
    : `The engine failed: ${oneLineErrorMessage(fault)}. Report this with the file`
