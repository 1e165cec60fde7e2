import { withHint, longText, name, optional, pastDate, text, yesNo } from '../../kit/fields.ts'

/** Questions about a visit to a project: a check of compliance or performance, or the verification. */
export const visitFields = {
  date: pastDate('Date'),
  name: withHint(name('Name'), 'Who inspected the project.'),
  organisation: withHint(text('Organisation'), 'Who they work for.'),
}

/** Additional question of a check: is it scheduled? */
export const scheduledCheckFields = {
  outOfTurn: withHint(
    optional(yesNo('Is this an unscheduled inspection?')),
    'For example after a complaint, or to check that a failure has been put right. The next scheduled check is still due.',
  ),
}

/** Last question about every visit. */
export const visitNotesField = { notes: optional(longText('Notes')) }

/** Leaves out the project's own name, which a visit does not set. */
export const initialVisitAnswers = () => ({ name: null })
