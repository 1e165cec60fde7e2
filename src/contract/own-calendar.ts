import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { instant } from './values.ts'

const tag = 'Own account'

export const readOwnCalendar = endpoint('GET /api/auth/calendar', {
  id: 'readOwnCalendar',
  tag,
  summary:
    'Since when there is an address for the reader’s calendar programs; the address itself is never told again',
  access: 'member',
  answers: { 200: z.object({ madeAt: instant.nullable() }) },
})
export const makeOwnCalendar = endpoint('POST /api/auth/calendar', {
  id: 'makeOwnCalendar',
  tag,
  summary: 'Makes a secret address for calendar programs, told this once, in place of any before',
  access: 'member',
  answers: { 200: z.object({ madeAt: instant, address: z.url() }).meta({ id: 'MadeCalendar' }) },
})
export const revokeOwnCalendar = endpoint('DELETE /api/auth/calendar', {
  id: 'revokeOwnCalendar',
  tag,
  summary: 'Ends the address; calendar programs find nothing there from then on',
  access: 'member',
  answers: { 204: none },
})
