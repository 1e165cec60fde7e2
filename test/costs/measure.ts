import { RETURN_MINIMAL } from '#contract/kit/form'
import type { CountedServer, Request } from './counted-server.ts'
import type { Figures } from './ledger.ts'
import { ACTIONS, type NamedAction, READS } from './requests.ts'

interface Form {
  values: object
  declarations?: readonly { id: string }[]
}

/** The submission of an action: the form's answers, with those that are given. */
const submissionOf = async (server: CountedServer, action: NamedAction, n: number): Promise<Request> => {
  const { user, url, values, isPreview, isMinimal } = action
  const form = JSON.parse((await server.ask({ user, url })).body) as Form
  const declarations = form.declarations?.map(({ id }) => ({ id, answer: true }))
  const answers = { ...form.values, ...values(n), ...(declarations && { declarations }) }
  const headers: Record<string, string> = isMinimal ? { prefer: RETURN_MINIMAL } : {}
  return { user, url, headers, body: { values: answers, ...(isPreview && { preview: true }) } }
}

const figuresOf = async (server: CountedServer, request: Request, again?: Request): Promise<Figures> => {
  const { statements, blocks, payload } = await server.count(request, again)
  return { statements, blocks, bytes: payload.length }
}

/** Counts statements, blocks and bytes of all reads of the ledger, by their names. */
export const measureReads = async (server: CountedServer): Promise<Map<string, Figures>> => {
  const counted = new Map<string, Figures>()
  for (const { name, ...request } of READS) counted.set(name, await figuresOf(server, request))
  return counted
}

/** Counts the same of all actions of the ledger. */
export const measureActions = async (server: CountedServer): Promise<Map<string, Figures>> => {
  const counted = new Map<string, Figures>()
  for (const action of ACTIONS) {
    const [first, second] = [await submissionOf(server, action, 1), await submissionOf(server, action, 2)]
    counted.set(action.name, await figuresOf(server, first, second))
  }
  return counted
}
