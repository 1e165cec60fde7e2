import { z } from 'zod'
import { endpoint, media } from './endpoint.ts'

export const readDocs = endpoint('GET /api/docs', {
  id: 'readDocs',
  tag: 'Running it',
  summary: 'The same as a page to read',
  access: 'anyone',
  kept: 'release',
  answers: { 200: media({ 'text/html': z.string() }) },
})
