import { demonstrationDocumentFor } from '#server/demonstration/documents'

/** A made-up document as the answer to a file question. */
export const sampleDocument = (field: string): Record<string, { name: string; content: Buffer }> => {
  const { name, bytes } = demonstrationDocumentFor(field)
  return { [field]: { name, content: bytes } }
}
