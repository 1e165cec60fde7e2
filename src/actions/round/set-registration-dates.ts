import { action, save } from '../kit/action.ts'
import { date } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const KINDS = ['suppliers', 'buyers', 'projects', 'requirements'] as const

/** The days on which each kind of registration may be made, first and last included. */
export const setRegistrationDates = action({
  name: 'SetRegistrationDates',
  on: 'round',
  title: 'Set registration dates',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  fields: {
    suppliersStart: date('Suppliers start', { hint: 'The first day on which suppliers may register.' }),
    suppliersEnd: date('Suppliers end', { hint: 'The last day on which suppliers may register.' }),
    buyersStart: date('Buyers start', { hint: 'The first day on which buyers and investors may register.' }),
    buyersEnd: date('Buyers end', { hint: 'The last day on which buyers and investors may register.' }),
    projectsStart: date('Projects start', { hint: 'The first day on which projects may be registered.' }),
    projectsEnd: date('Projects end', { hint: 'The last day on which projects may be registered.' }),
    requirementsStart: date('Requirements start', {
      hint: 'The first day on which credit requirements may be registered.',
    }),
    requirementsEnd: date('Requirements end', {
      hint: 'The last day on which credit requirements may be registered.',
    }),
  },
  groups: [
    { id: 'suppliers', label: 'Suppliers', fieldIds: ['suppliersStart', 'suppliersEnd'] },
    { id: 'buyers', label: 'Buyers and investors', fieldIds: ['buyersStart', 'buyersEnd'] },
    { id: 'projects', label: 'Projects', fieldIds: ['projectsStart', 'projectsEnd'] },
    { id: 'requirements', label: 'Credit requirements', fieldIds: ['requirementsStart', 'requirementsEnd'] },
  ],
  check: answers =>
    Object.fromEntries(
      KINDS.flatMap(kind => {
        const start = answers[`${kind}Start`]
        const end = answers[`${kind}End`]
        return start && end && end <= start ? [[`${kind}End`, 'Must be after start date']] : []
      }),
    ),
  effect: save,
})
