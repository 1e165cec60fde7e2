import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { pick, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Adds a declaration to a round, with its current text. */
export const addDeclaration = action({
  name: 'AddDeclaration',
  on: 'round',
  title: 'Add declaration',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  given: async (read, { id: roundId }) => ({
    asked: (await read.list('roundDeclaration', { roundId, retired: false })).map(one => one.declarationId),
  }),
  fields: {
    declarationId: notStored(
      pick('Declaration', 'declaration', '/api/declarations?active=true&format=choices', { active: true }),
    ),
  },
  check: ({ declarationId }, { asked }) =>
    declarationId && asked.includes(declarationId)
      ? { declarationId: 'This market round already asks for this declaration' }
      : {},
  reads: (read, _, { declarationId }) => read.one('declaration', declarationId),
  effect: ({ subject, reads: taken, newId }) =>
    taken
      ? [
          create('roundDeclaration', {
            id: newId(),
            roundId: subject.id,
            declarationId: taken.id,
            name: taken.name,
            declaration: taken.declaration,
            category: taken.category,
            isForAgents: taken.isForAgents,
            isForParticipants: taken.isForParticipants,
            retired: false,
          }),
        ]
      : [],
  done: 'The declaration has been added',
})
