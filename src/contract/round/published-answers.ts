import { endpoint } from '../kit/endpoint.ts'
import { listPage } from '../kit/resource.ts'
import { PUBLIC_TAG } from '../public/public.ts'
import { publishedAnswer } from './round-question.ts'

export const listPublicRoundAnswers = endpoint('GET /api/public/rounds/:id/answers', {
  id: 'listPublicRoundAnswers',
  tag: PUBLIC_TAG,
  summary: 'Questions that participants asked about a round, with the answers; not who asked or when',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: listPage(publishedAnswer) },
})
