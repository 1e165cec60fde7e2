import type { z } from 'zod'
import { TEST_WEBHOOK_TYPE, webhookMessage, WEBHOOK_TYPES } from '../nouns/webhooks.ts'

const SIGNED = {
  'webhook-id': 'Id of the message, the same for every attempt',
  'webhook-timestamp': 'Time of sending, in seconds since 1970',
  'webhook-signature':
    'Signature of id, timestamp and body with the secret of the webhook (Standard Webhooks)',
}

/** Every webhook message by its type, in the form in which OpenAPI describes requests to others. */
export const webhookDescriptions = (write: (schema: z.ZodType, io: 'output') => unknown) => {
  const message = write(webhookMessage, 'output')
  return Object.fromEntries(
    [...WEBHOOK_TYPES, { type: TEST_WEBHOOK_TYPE, label: 'Test message that someone requested' }].map(
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
            responses: { '2XX': { description: 'Accepted; any other status leads to another attempt' } },
          },
        },
      ],
    ),
  )
}
