import { action } from '../kit/action.ts'
import { remove, update } from '../kit/changes.ts'
import { mustBeYes, oneOfGiven, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Removes a declaration from a round. Once it has been answered it is retired instead, and the answers stay. */
export const removeDeclaration = action({
  name: 'RemoveDeclaration',
  on: 'round',
  title: 'Remove declaration',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  given: async (read, { id: roundId }) => ({
    asked: (await read.list('roundDeclaration', { roundId, retired: false })).map(({ id, name }) => ({
      id,
      name,
    })),
  }),
  fields: {
    roundDeclarationId: notStored(oneOfGiven('Declaration', 'asked')),
    confirmed: mustBeYes('Remove this declaration?'),
  },
  reads: (read, _, { roundDeclarationId }) => read.list('declarationAnswer', { roundDeclarationId }),
  effect: ({ values: { roundDeclarationId: id }, reads: answers }) =>
    answers.length > 0
      ? [update('roundDeclaration', { id }, { retired: true })]
      : [remove('roundDeclaration', { id })],
  done: 'The declaration has been removed',
})
