import { z } from 'zod'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'

/** Previews of a round: its public page, and the emails that announce it. */
export const ROUND_PREVIEWS = ['page', 'openedEmail', 'plannedEmail', 'estimateEmail'] as const
export type RoundPreviewKind = (typeof ROUND_PREVIEWS)[number]

export const readRoundPreview = endpoint('GET /api/round/:id/preview/:what', {
  id: 'readRoundPreview',
  tag: 'Rounds',
  summary:
    'What people will see of a round, before they do: its public page, or an email that announces it (page, openedEmail, plannedEmail, estimateEmail); for the market operator',
  access: 'member',
  answers: { 200: mediaAnswer({ 'text/html': z.string() }), 404: refusal },
})
