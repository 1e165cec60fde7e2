import type { Readable } from 'node:stream'
import { measure, type Stoppable } from '../backup/copying.ts'

/** Are the bytes of a document there, and those of its hash? Reads them once, and holds none of them. */
export const conditionOf = async (
  sha256: string,
  opened: { stream: Readable } | undefined,
  stoppable: Stoppable,
): Promise<'whole' | 'gone' | 'changed'> => {
  if (!opened) return 'gone'
  return (await measure(opened.stream, stoppable)).sha256 === sha256 ? 'whole' : 'changed'
}
