import { hinted, longText, name, optional, pastDate, text, yesNo } from '../kit/fields.ts'

/** What is asked of whoever looked at a project: a check of compliance or performance, or the verification. */
export const visitFields = {
  date: pastDate('Date'),
  name: hinted(name('Name'), 'Who looked at the project.'),
  organisation: hinted(text('Organisation'), 'Whom they work for.'),
}

/** Beside the visit, of a check: does it stand beside the schedule? */
export const scheduleFields = {
  outOfTurn: hinted(
    optional(yesNo('Is this inspection out of turn?')),
    'Such as after a complaint, or to see whether a failure was put right. The next scheduled check then stays due.',
  ),
}

/** What is asked last of every visit. */
export const visitNotes = { notes: optional(longText('Notes')) }

/** Not the project's own name. */
export const noVisitYet = () => ({ name: null })
