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

/** The answers that a person wants to give, by field: choices by their names, and the same for each item of a list. */
export type WantedAnswers = Readonly<Record<string, unknown>>

/** The two sides of an action: its form, and the endpoint for its answers. */
export interface ActionEndpoints {
  form: () => Promise<ActionForm>
  run: (input: { body: Submission; files?: Files; idempotencyKey?: string }) => Promise<Done | Rehearsal>
}

/** Opens a client at the address of a market; by default the published one. */
export type ClientAt = (baseUrl: string) => Client

/** Subjects of actions: single items, and lists. */
type Acted = { [K in keyof Client]: K extends `run${infer N}Action` ? N : never }[keyof Client]
type Noun = { [N in Acted]: `read${N}` extends keyof Client ? N : never }[Acted]
type List = Exclude<Acted, Noun>

const MOST_TURNS = 10

const isOpen = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isRehearsal = (outcome: Done | Rehearsal): outcome is Rehearsal => 'changes' in outcome

/**
 * A person who works only with the published client. They know an action by its name, and read from the answers whether
 * it is available, its questions, its choices and the next step. Answers that no one has given them they invent, or fail
 * if they cannot.
 */
export const robotAt = (
  baseUrl: string,
  madeUp?: (question: Question) => unknown,
  clientAt: ClientAt = url => createClient({ baseUrl: url }),
) => {
  const client = clientAt(baseUrl)

  const unwished = (question: Question, choices: Choice[] | null) => {
    const { id, label, needed, shape, multiple } = question
    // Declarations are agreed to, confirmations ticked.
    if ('const' in shape) return shape.const
    if (!needed) return undefined
    const [first, ...others] = choices ?? []
    if (first && (madeUp || others.length === 0)) return multiple ? [first.id] : first.id
    if (!madeUp || choices) throw new Error(`No answer is known for ${id}, "${label}"`)
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

  /** Answers wished-for and required questions, previews again, and submits once there are no errors. */
  const act = async (
    { form, run }: ActionEndpoints,
    wishes: WantedAnswers = {},
    files?: Files,
  ): Promise<Done> => {
    const { id, version, values: first } = await form()
    const isSettled = new Set(Object.keys(files ?? {}))
    let values = first
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const seen = await run({ body: { values, version, preview: true } })
      if (!isRehearsal(seen)) throw new Error(`${id} ran instead of being previewed`)
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
    if (isRehearsal(done)) throw new Error(`${id} was only previewed`)
    return done
  }

  /** Runs an action that is available on an item. */
  const does = async (
    noun: Noun,
    id: string,
    action: string,
    wishes?: WantedAnswers,
    files?: Files,
  ): Promise<Done> => {
    const { name, actions } = await client[`read${noun}`]({ params: { id } })
    if (!actions.some(one => one.id === action))
      throw new Error(`${action} is not offered on ${name}, only ${actions.map(one => one.id).join(', ')}`)
    const params = { id, action }
    const door = {
      form: () => client[`read${noun}Form`]({ params }),
      run: (input: Parameters<ActionEndpoints['run']>[0]) => client[`run${noun}Action`]({ params, ...input }),
    }
    return act(door, wishes, files)
  }
  /** Runs an action of a list, such as adding to it. */
  const adds = (list: List, action: string, wishes?: WantedAnswers, files?: Files): Promise<Done> => {
    const params = { action }
    const door = {
      form: () => client[`read${list}Form`]({ params }),
      run: (input: Parameters<ActionEndpoints['run']>[0]) => client[`run${list}Action`]({ params, ...input }),
    }
    return act(door, wishes, files)
  }
  /** Runs an action at a link, such as the next step that an answer names. */
  const follows = (link: string, wishes?: WantedAnswers, files?: Files): Promise<Done> =>
    act({ form: () => client.follow(link), run: input => client.follow(link, input) }, wishes, files)
  const goesOn = (
    { nextAction }: Pick<Done, 'nextAction'>,
    wishes?: WantedAnswers,
    files?: Files,
  ): Promise<Done> => {
    if (!nextAction) throw new Error('There is no next step')
    return follows(nextAction.links.self, wishes, files)
  }
  /** The id of the organisation that the person acts for. */
  const organisation = async (): Promise<string> => (await client.readAccount()).organisation?.id ?? ''
  /** Runs an action as that organisation. */
  const doesAsOwn = async (action: string, wishes?: WantedAnswers, files?: Files): Promise<Done> =>
    does('Organisation', await organisation(), action, wishes, files)

  return { client, act, does, adds, follows, goesOn, organisation, doesAsOwn }
}
export type Robot = ReturnType<typeof robotAt>
