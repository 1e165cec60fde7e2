import type { Answers } from '#actions/kit/action'
import type { ActionPreview, Submission } from '#contract/kit/form'

const pickedFile = (value: unknown): File | undefined =>
  typeof value === 'object' && value !== null && 'file' in value && value.file instanceof File
    ? value.file
    : undefined

/**
 * Body of a submission, with the reason if it is a proposal: JSON, or a multipart form with one part per
 * newly chosen file, named after its field.
 */
export const submissionBody = (
  answers: Answers,
  version: number,
  preview?: true,
  reason?: string,
): FormData | Submission => {
  const entries = Object.entries(answers)
  const files = entries.filter(([, value]) => pickedFile(value))
  const values = Object.fromEntries(entries.filter(([, value]) => value !== undefined && !pickedFile(value)))
  if (files.length === 0) return { values, version, preview, ...(reason !== undefined && { reason }) }
  const form = new FormData()
  form.append('submission', JSON.stringify({ values, version, preview, reason }))
  for (const [name, value] of files) {
    const file = pickedFile(value)
    if (file) form.append(name, file, file.name)
  }
  return form
}

/** Returns true if the answers contain files that have not been uploaded yet. */
export const hasNewFiles = (answers: Answers): boolean =>
  Object.values(answers).some(value => pickedFile(value) !== undefined)

/** Returns the files that a dry run uploaded, as references to the copies on the server. */
export const storedFiles = (sent: Answers, { files }: Pick<ActionPreview, 'files'>): Answers =>
  Object.fromEntries(Object.entries(files).filter(([name]) => pickedFile(sent[name])))
