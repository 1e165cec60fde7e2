import { z } from 'zod'
import { endpoint, mediaAnswer } from './endpoint.ts'

export const readDocs = endpoint('GET /api/docs', {
  id: 'readDocs',
  tag: 'Operations',
  summary: 'API reference as a page',
  access: 'anyone',
  kept: 'release',
  answers: { 200: mediaAnswer({ 'text/html': z.string() }) },
})
