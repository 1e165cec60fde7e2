import { z } from 'zod'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { instant } from '../kit/values.ts'

const tag = 'Your account'

export const readOwnCalendar = endpoint('GET /api/auth/calendar', {
  id: 'readOwnCalendar',
  tag,
  summary: 'Creation time of your calendar address; the address itself is not shown again',
  access: 'member',
  answers: { 200: z.object({ madeAt: instant.nullable() }) },
})
export const createOwnCalendar = endpoint('POST /api/auth/calendar', {
  id: 'makeOwnCalendar',
  tag,
  summary: 'Creates a secret address for calendar programs, shown only once; replaces an earlier one',
  access: 'member',
  answers: { 200: z.object({ madeAt: instant, address: z.url() }).meta({ id: 'MadeCalendar' }) },
})
export const revokeOwnCalendarLink = endpoint('DELETE /api/auth/calendar', {
  id: 'revokeOwnCalendar',
  tag,
  summary: 'Revokes the calendar address',
  access: 'member',
  answers: { 204: noContentResponse },
})
