import { documentFor } from '#server/demonstration/documents'
import type { Upload } from './world.ts'

/** A made-up document as the answer to the field that asks for it. */
export const paper = (field: string): Record<string, Upload> => {
  const { name, bytes } = documentFor(field)
  return { [field]: { name, content: bytes } }
}
