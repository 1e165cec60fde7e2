import { documentFor } from '#server/demonstration/documents'

/** A made-up document as the answer to the field that asks for it. */
export const paper = (field: string): Record<string, { name: string; content: Buffer }> => {
  const { name, bytes } = documentFor(field)
  return { [field]: { name, content: bytes } }
}
