import type { Participation } from '#domain/participation'
import type { Read } from '../kit/changes.ts'

/** Have the declarations of the round been made for this participant, in whichever capacity? None need be made where none are asked. */
export const hasDeclared = async (
  read: Read,
  { organisationId, roundId }: Participation,
): Promise<boolean> => {
  const ofRound = await read.list('roundDeclaration', {
    roundId,
    category: 'MarketRoundParticipant_Register',
  })
  if (ofRound.every(({ retired }) => retired)) return true
  const own = await read.list('participation', { organisationId, roundId })
  const answers = await read.list('declarationAnswer', {
    roundDeclarationId: ofRound.map(({ id }) => id),
    subjectId: [organisationId, ...own.map(({ id }) => id)],
    answer: true,
  })
  return answers.length > 0
}
