import type { z } from 'zod'
import { TEST_TYPE, webhookMessage, WEBHOOK_TYPES } from './webhooks.ts'

const SIGNED = {
  'webhook-id': 'The same for every attempt at the same message',
  'webhook-timestamp': 'When it was sent, in seconds since 1970',
  'webhook-signature': 'Of id, timestamp and body, with the secret of the webhook (Standard Webhooks)',
}

/** Every message that a webhook may be sent, by its type, as OpenAPI describes what others are asked. */
export const describedWebhooks = (write: (schema: z.ZodType, io: 'output') => unknown) => {
  const message = write(webhookMessage, 'output')
  return Object.fromEntries(
    [...WEBHOOK_TYPES, { type: TEST_TYPE, label: 'A test that somebody asked for' }].map(
      ({ type, label }) => [
        type,
        {
          post: {
            summary: label,
            tags: ['Webhooks'],
            parameters: Object.entries(SIGNED).map(([name, description]) => ({
              ...{ name, in: 'header', required: true, description },
              schema: { type: 'string' },
            })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: { allOf: [message, { properties: { type: { const: type } } }] },
                },
              },
            },
            responses: { '2XX': { description: 'Taken; any other status is tried again' } },
          },
        },
      ],
    ),
  )
}
