import type { Answers } from '#actions/kit/action'
import type { Rehearsal, Submission } from '#contract/form'

const pickedFile = (value: unknown): File | undefined =>
  typeof value === 'object' && value !== null && 'file' in value && value.file instanceof File
    ? value.file
    : undefined

/** The body of a submission, with the reason where it is only proposed: JSON, or a form with one part per freshly picked file, named after its field. */
export const bodyOf = (
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

/** Are there files among the answers that have not been sent yet? */
export const hasFreshFiles = (answers: Answers): boolean =>
  Object.values(answers).some(value => pickedFile(value) !== undefined)

/** The files that were sent to be looked at, as the server has filed them. */
export const filedOf = (sent: Answers, { files }: Pick<Rehearsal, 'files'>): Answers =>
  Object.fromEntries(Object.entries(files).filter(([name]) => pickedFile(sent[name])))
