import createFetchClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

// Calls a market only with what generators of others make of its description: types of openapi-typescript, requests of openapi-fetch.
// A test generates the types next to a copy of this file and checks them together.

/** A refusal: its status, and its errors by field. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly answer: unknown,
  ) {
    super(`${status} ${JSON.stringify(answer)}`)
  }
}

type Files = Record<string, { name: string; content: Uint8Array<ArrayBuffer> }>
interface Input {
  body: { values: Record<string, unknown>; version?: number; preview?: boolean }
  files?: Files
  idempotencyKey?: string
}
interface OfAction {
  params: { id: string; action: string }
}
interface OfThing {
  params: { id: string }
}

/** A client of one person, with the names that the published client has as well. */
export const openGeneratedClient = (baseUrl: string) => {
  const cookies = new Map<string, string>()
  const client = createFetchClient<paths>({ baseUrl })
  client.use({
    onRequest: ({ request }) => {
      if (cookies.size > 0) request.headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
      return request
    },
    onResponse: ({ response }) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  })
  const answered = async <T,>(
    call: Promise<{ data?: T; error?: unknown; response: Response }>,
  ): Promise<NonNullable<T>> => {
    const { data, error, response } = await call
    if (!response.ok) throw new Refused(response.status, error)
    return data as NonNullable<T>
  }
  const thing = ({ params: { id } }: OfThing) => ({ params: { path: { id } } })
  const form = ({ params }: OfAction) => ({ params: { path: params } })
  const run = ({ params, body, files, idempotencyKey }: OfAction & Input) => ({
    params: { path: params, ...(idempotencyKey && { header: { 'Idempotency-Key': idempotencyKey } }) },
    body,
    ...(files && { bodySerializer: () => partsOf(body, files) }),
  })
  type BodyOf<P extends keyof paths> = paths[P] extends {
    post: { requestBody: { content: { 'application/json': infer B } } }
  }
    ? B
    : never
  return {
    login: (input: { body: BodyOf<'/api/auth/login'> }) => answered(client.POST('/api/auth/login', input)),
    newPassword: (input: { body: BodyOf<'/api/auth/new-password'> }) =>
      answered(client.POST('/api/auth/new-password', input)),
    enableTotp: (input: { body: BodyOf<'/api/auth/enableTOTP'> }) =>
      answered(client.POST('/api/auth/enableTOTP', input)),
    verifyTotp: (input: { body: BodyOf<'/api/auth/verifyTOTP'> }) =>
      answered(client.POST('/api/auth/verifyTOTP', input)),
    signUp: (input: { body: BodyOf<'/api/auth/sign-up'> }) =>
      answered(client.POST('/api/auth/sign-up', input)),
    confirmSignUp: (input: { body: BodyOf<'/api/auth/confirm-sign-up'> }) =>
      answered(client.POST('/api/auth/confirm-sign-up', input)),
    readAccount: () => answered(client.GET('/api/auth/user')),
    readMailbox: () => answered(client.GET('/dev/mail', { parseAs: 'text' })),
    readLetter: (input: OfThing) =>
      answered(client.GET('/dev/mail/{id}', { ...thing(input), parseAs: 'text' })),
    readSolverTask: (input: OfThing) => answered(client.GET('/api/solver/task/{id}', thing(input))),
    readMatchReview: (input: OfThing) => answered(client.GET('/api/round/{id}/match-review', thing(input))),
    readMarketsForm: ({ params: { action } }: { params: { action: string } }) =>
      answered(client.GET('/api/markets/action/{action}', { params: { path: { action } } })),
    runMarketsAction: ({ params: { action }, ...input }: { params: { action: string } } & Input) =>
      answered(
        client.POST('/api/markets/action/{action}', {
          ...run({ params: { id: '', action }, ...input }),
          params: { path: { action } },
        }),
      ),
    /** A link of an answer, whose address no type knows. */
    follow: (link: string): Promise<unknown> => answered(client.GET(link as '/api/openapi.json', {})),
    readOrganisation: (input: OfThing) => answered(client.GET('/api/organisation/{id}', thing(input))),
    readOrganisationForm: (input: OfAction) =>
      answered(client.GET('/api/organisation/{id}/action/{action}', form(input))),
    runOrganisationAction: (input: OfAction & Input) =>
      answered(client.POST('/api/organisation/{id}/action/{action}', run(input))),
    readMarket: (input: OfThing) => answered(client.GET('/api/market/{id}', thing(input))),
    readMarketForm: (input: OfAction) =>
      answered(client.GET('/api/market/{id}/action/{action}', form(input))),
    runMarketAction: (input: OfAction & Input) =>
      answered(client.POST('/api/market/{id}/action/{action}', run(input))),
    readRound: (input: OfThing) => answered(client.GET('/api/round/{id}', thing(input))),
    readRoundForm: (input: OfAction) => answered(client.GET('/api/round/{id}/action/{action}', form(input))),
    runRoundAction: (input: OfAction & Input) =>
      answered(client.POST('/api/round/{id}/action/{action}', run(input))),
    readParticipation: (input: OfThing) => answered(client.GET('/api/participation/{id}', thing(input))),
    readParticipationForm: (input: OfAction) =>
      answered(client.GET('/api/participation/{id}/action/{action}', form(input))),
    runParticipationAction: (input: OfAction & Input) =>
      answered(client.POST('/api/participation/{id}/action/{action}', run(input))),
    readProject: (input: OfThing) => answered(client.GET('/api/project/{id}', thing(input))),
    readProjectForm: (input: OfAction) =>
      answered(client.GET('/api/project/{id}/action/{action}', form(input))),
    runProjectAction: (input: OfAction & Input) =>
      answered(client.POST('/api/project/{id}/action/{action}', run(input))),
    readRequirement: (input: OfThing) => answered(client.GET('/api/requirement/{id}', thing(input))),
    readRequirementForm: (input: OfAction) =>
      answered(client.GET('/api/requirement/{id}/action/{action}', form(input))),
    runRequirementAction: (input: OfAction & Input) =>
      answered(client.POST('/api/requirement/{id}/action/{action}', run(input))),
  }
}

const partsOf = (body: object, files: Files): FormData => {
  const parts = new FormData()
  parts.append('submission', JSON.stringify(body))
  for (const [field, { name, content }] of Object.entries(files))
    parts.append(field, new Blob([content]), name)
  return parts
}
