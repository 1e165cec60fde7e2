import {
  type ActionForm,
  type Choice,
  type Client,
  createClient,
  type Done,
  type Files,
  type FormField,
  type Question,
  type Rehearsal,
  type Submission,
} from '../../client/index.js'

/** What somebody wants, by the field: a choice by its name, and for each thing of a list the same. */
export type Wishes = Readonly<Record<string, unknown>>

/** The two sides of an action: its form, and where its answers go. */
export interface Door {
  form: () => Promise<ActionForm>
  run: (input: { body: Submission; files?: Files; idempotencyKey?: string }) => Promise<Done | Rehearsal>
}

/** What can be acted on: things that are read one by one, and lists as such. */
type Acted = { [K in keyof Client]: K extends `run${infer N}Action` ? N : never }[keyof Client]
type Noun = { [N in Acted]: `read${N}` extends keyof Client ? N : never }[Acted]
type List = Exclude<Acted, Noun>

const MOST_TURNS = 10

const isOpen = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isRehearsal = (outcome: Done | Rehearsal): outcome is Rehearsal => 'changes' in outcome

/**
 * Somebody who does what they want with the published client and nothing else. Of an action they know its name; whether
 * it is offered, what it asks, which choices there are and where it goes on they read in the answers. What nobody has
 * told them to answer they make up, or, where they cannot, refuse to.
 */
export const robotAt = (baseUrl: string, madeUp?: (question: Question) => unknown) => {
  const client = createClient({ baseUrl })

  const unwished = (question: Question, choices: Choice[] | null) => {
    const { id, label, needed, shape, multiple } = question
    // Declarations are agreed to, confirmations ticked.
    if ('const' in shape) return shape.const
    if (!needed) return undefined
    const [first, ...others] = choices ?? []
    if (first && (madeUp || others.length === 0)) return multiple ? [first.id] : first.id
    if (!madeUp || choices) throw new Error(`Nobody has said what to answer to ${id}, "${label}"`)
    return madeUp(question)
  }

  const answerTo = async (question: Question, wish: unknown) => {
    const { id, options, source, multiple } = question
    const choices = options ?? (source === null ? null : await client.follow<Choice[]>(source))
    if (wish === undefined) return unwished(question, choices)
    if (!choices) return wish
    const ids = [wish].flat().map(one => {
      const choice = choices.find(({ name }) => name === one)
      if (!choice)
        throw new Error(
          `${id}: ${JSON.stringify(one)} is not among ${choices.map(({ name }) => name).join(', ')}`,
        )
      return choice.id
    })
    return multiple ? ids : ids[0]
  }

  const answered = async (field: FormField, wish: unknown): Promise<unknown> => {
    if (!field.items) return answerTo(field, wish)
    const questions = field.fields ?? []
    return Promise.all(
      field.items.map(async ({ id }) => {
        const row: Record<string, unknown> = { id }
        for (const question of questions)
          row[question.id] = await answerTo(question, Reflect.get(Object(wish), question.id))
        return row
      }),
    )
  }

  /** Answers what is asked and wished for or needed, looks again, and submits once nothing is wrong. */
  const act = async ({ form, run }: Door, wishes: Wishes = {}, files?: Files): Promise<Done> => {
    const { id, version, values: first } = await form()
    const isSettled = new Set(Object.keys(files ?? {}))
    let values = first
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const seen = await run({ body: { values, version, preview: true } })
      if (!isRehearsal(seen)) throw new Error(`${id} was done where it should have been rehearsed`)
      const open = seen.fields.filter(
        field =>
          field.asked &&
          !isSettled.has(field.id) &&
          (field.id in wishes || (field.needed && isOpen(seen.values[field.id]))),
      )
      values = { ...seen.values }
      for (const field of open) {
        values[field.id] = await answered(field, wishes[field.id])
        isSettled.add(field.id)
      }
      const wrong = seen.messages.filter(({ field }) => !(field in (files ?? {})))
      if (open.length === 0 && wrong.length > 0) throw new Error(`${id}: ${JSON.stringify(wrong)}`)
      if (open.length === 0) break
    }
    const done = await run({ body: { values, version }, files, idempotencyKey: crypto.randomUUID() })
    if (isRehearsal(done)) throw new Error(`${id} was only rehearsed`)
    return done
  }

  /** Does something that is offered on a thing now. */
  const does = async (
    noun: Noun,
    id: string,
    action: string,
    wishes?: Wishes,
    files?: Files,
  ): Promise<Done> => {
    const { name, actions } = await client[`read${noun}`]({ params: { id } })
    if (!actions.some(one => one.id === action))
      throw new Error(`${action} is not offered on ${name}, only ${actions.map(one => one.id).join(', ')}`)
    const params = { id, action }
    const door = {
      form: () => client[`read${noun}Form`]({ params }),
      run: (input: Parameters<Door['run']>[0]) => client[`run${noun}Action`]({ params, ...input }),
    }
    return act(door, wishes, files)
  }
  /** Does something with a list as such, such as adding to it. */
  const adds = (list: List, action: string, wishes?: Wishes, files?: Files): Promise<Done> => {
    const params = { action }
    const door = {
      form: () => client[`read${list}Form`]({ params }),
      run: (input: Parameters<Door['run']>[0]) => client[`run${list}Action`]({ params, ...input }),
    }
    return act(door, wishes, files)
  }
  /** Does something where a link leads, such as the next step that an answer names. */
  const follows = (link: string, wishes?: Wishes, files?: Files): Promise<Done> =>
    act({ form: () => client.follow(link), run: input => client.follow(link, input) }, wishes, files)
  const goesOn = (
    { nextAction }: Pick<Done, 'nextAction'>,
    wishes?: Wishes,
    files?: Files,
  ): Promise<Done> => {
    if (!nextAction) throw new Error('There is no next step')
    return follows(nextAction.links.self, wishes, files)
  }
  /** The organisation for which somebody is signed in, by its id. */
  const organisation = async (): Promise<string> => (await client.readAccount()).organisation?.id ?? ''
  /** Does something as that organisation. */
  const doesAsOwn = async (action: string, wishes?: Wishes, files?: Files): Promise<Done> =>
    does('Organisation', await organisation(), action, wishes, files)

  return { client, act, does, adds, follows, goesOn, organisation, doesAsOwn }
}
export type Robot = ReturnType<typeof robotAt>
