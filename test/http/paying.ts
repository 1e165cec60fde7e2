import type { ActionResult } from '#contract/kit/form'
import type { World } from './world.ts'

/** Account of the market operator in worlds with payments. */
export const OWN_ACCOUNT = 'GB33BUKB20201555555555'

/** Runs an action with its answers, and `more` of the submission. */
export const act = async (world: World, who: string, url: string, values: object = {}, more: object = {}) => {
  const answer = await world.ask(who, url, { method: 'POST', payload: { values, ...more } })
  return { status: answer.statusCode, said: answer.body, result: answer.json<ActionResult>() }
}
