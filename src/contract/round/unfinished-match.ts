import { z } from 'zod'
import { HARD_BID_REASONS } from '#domain/unfinished-match/hard-bids'
import { MATCH_STAGES } from '#domain/unfinished-match/unfinished-match'
import { id, idAndName, instant, money } from '../kit/values.ts'

/** State of a match that ran out of time. */
export const unfinishedMatch = z
  .object({
    resultId: id,
    startedAt: instant,
    finishedAt: instant.nullable(),
    minutes: z.number().meta({ description: 'Minutes that the match had' }),
    open: z.enum(MATCH_STAGES).meta({
      description:
        'First stage that is not settled; those before it are: the model, the greatest surplus (best), ties (tied), prices (priced), reasons for losers (explained)',
    }),
    surplus: money.meta({ description: 'Surplus of the best known match, in pounds' }),
    bound: money.meta({ description: 'No match has a greater surplus than this, in pounds' }),
    gap: money.meta({ description: 'Difference between the two, in pounds' }),
    gapPart: z.number().meta({ description: 'The gap as a part of the bound, from 0 to 1' }),
    projects: z.array(idAndName).meta({ description: 'Winning projects of the best known match' }),
    requirements: z.array(idAndName).meta({ description: 'Winning requirements of the best known match' }),
    hard: z
      .array(
        z.object({
          reason: z.enum(HARD_BID_REASONS),
          organisation: idAndName,
          requirements: z.array(idAndName),
        }),
      )
      .meta({ description: 'Bids that make the round hard to match, by owner' }),
    ownersAskedAt: instant
      .nullable()
      .meta({ description: 'Time at which their owners were last asked about them' }),
  })
  .meta({ id: 'UnfinishedMatch' })
export type UnfinishedMatchView = z.infer<typeof unfinishedMatch>
