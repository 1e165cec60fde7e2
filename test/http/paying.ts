import { expect } from 'vitest'
import type { ActionResult } from '#contract/kit/form'
import { camtOf, type TestEntry } from './camt.ts'
import type { World } from './world.ts'

/** Account of the market operator in worlds with payments. */
export const OWN_ACCOUNT = 'GB33BUKB20201555555555'

const BOUNDARY = 'the-boundary-of-parts'

/** Uploads a statement with these entries as staff of the market operator. */
export const uploadStatement = async (
  world: World,
  who: string,
  ...entries: readonly TestEntry[]
): Promise<void> => {
  const payload = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="submission"\r\n\r\n${JSON.stringify({ values: {} })}\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="statement"; filename="s.xml"\r\ncontent-type: application/octet-stream\r\n\r\n${camtOf(OWN_ACCOUNT, entries)}\r\n--${BOUNDARY}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const url = '/api/bank-lines/action/UploadBankStatement'
  const answer = await world.ask(who, url, { method: 'POST', headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Runs an action with its answers, and `more` of the submission. */
export const act = async (world: World, who: string, url: string, values: object = {}, more: object = {}) => {
  const answer = await world.ask(who, url, { method: 'POST', payload: { values, ...more } })
  return { status: answer.statusCode, said: answer.body, result: answer.json<ActionResult>() }
}
