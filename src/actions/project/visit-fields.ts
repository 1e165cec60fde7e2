import { hinted, longText, name, optional, pastDate, text } from '../kit/fields.ts'

/** What is asked of whoever looked at a project: a check of compliance or performance, or the verification. */
export const visitFields = {
  date: pastDate('Date'),
  name: hinted(name('Name'), 'Who looked at the project.'),
  organisation: hinted(text('Organisation'), 'Whom they work for.'),
}

/** What is asked last of every visit. */
export const visitNotes = { notes: optional(longText('Notes')) }

/** Not the project's own name. */
export const noVisitYet = () => ({ name: null })
