/** A signed-in person, as a program of theirs would be. */
export interface SignedInPerson {
  cookie: string
  get: <T>(path: string) => Promise<T>
  /** Runs an action and answers what the server said. */
  does: (path: string, action: string, values: Record<string, unknown>) => Promise<Answer>
  cancel: (path: string) => Promise<void>
  /** Signs in another person. */
  other: (username: string) => Promise<SignedInPerson>
}

interface Answer {
  message: string
  context: { id: string; solverTask?: { id: string } | null }
}

/** The password of the demonstration, in the benchmark's own installation only. */
const PASSWORD = 'market-garden-2026'

const parsed = async <T>(answer: Response): Promise<T> => {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Signs a demonstration user in. */
export const signIn = async (url: string, username: string): Promise<SignedInPerson> => {
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  await parsed(answer)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    cookie,
    get: async path => parsed(await fetch(`${url}${path}`, { headers: { cookie } })),
    does: async (path, action, values) =>
      parsed(
        await fetch(`${url}${path}/action/${action}`, {
          method: 'POST',
          headers: { ...json, cookie },
          body: JSON.stringify({ values }),
        }),
      ),
    other: who => signIn(url, who),
    cancel: async path => parsed(await fetch(`${url}${path}`, { method: 'DELETE', headers: { cookie } })),
  }
}
