import type { RoundQuestion } from '#domain/round/round-question'

/** An answered question about a round. */
export const sampleRoundQuestion: RoundQuestion = {
  id: 'round-question',
  version: 1,
  name: 'Question about Round 1',
  roundId: 'round-1',
  organisationId: 'avon-farm',
  status: 'Answered',
  question: 'Does the wet grassland of Avon Farm count?',
  askedBy: 'ada',
  askedAt: '2026-03-29T01:30:00.000Z',
  publishedQuestion: 'Does wet grassland count?',
  answer: 'Yes, if it is outside the flood plain',
  answeredAt: '2026-03-30T01:30:00.000Z',
  correctedAt: '2026-03-31T01:30:00.000Z',
  reason: null,
}
