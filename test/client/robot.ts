import {
  type ActionForm,
  type ActionLink,
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

/** What has a page with actions. */
type Noun = {
  [K in keyof Client]: K extends `run${infer N}Action` ? (`read${N}` extends keyof Client ? N : never) : never
}[keyof Client]

const MOST_TURNS = 10

const isOpen = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isRehearsal = (outcome: Done | Rehearsal): outcome is Rehearsal => 'changes' in outcome

/**
 * Somebody who does what they want with the published client and nothing else. Of an action they know its name; whether
 * it is offered, what it asks, which choices there are and where it goes on they read in the answers.
 */
export const robotAt = (baseUrl: string) => {
  const client = createClient({ baseUrl })

  const answerTo = async (question: Question, wish: unknown) => {
    const { id, label, needed, shape, options, source, multiple } = question
    // Declarations are agreed to, confirmations ticked.
    if (wish === undefined && 'const' in shape) return shape.const
    const choices = options ?? (source === null ? null : await client.follow<Choice[]>(source))
    if (wish === undefined && needed && choices?.length !== 1)
      throw new Error(`Nobody has said what to answer to ${id}, "${label}"`)
    if (!choices || (wish === undefined && !needed)) return wish
    const wanted =
      wish === undefined && choices.length === 1 ? choices.map(({ name }) => name) : [wish].flat()
    const ids = wanted.map(one => {
      const choice = choices.find(({ name }) => name === one)
      if (!choice)
        throw new Error(`${id}: ${String(one)} is not among ${choices.map(({ name }) => name).join(', ')}`)
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

  return {
    client,
    act,
    /** The organisation for which somebody is signed in, by its id. */
    organisation: async (): Promise<string> => (await client.readAccount()).organisation?.id ?? '',
    /** Does something that is offered on a thing now. */
    does: async (noun: Noun, id: string, action: string, wishes?: Wishes, files?: Files): Promise<Done> => {
      const { name, actions } = await client[`read${noun}`]({ params: { id } })
      if (!actions.some(one => one.id === action))
        throw new Error(`${action} is not offered on ${name}, only ${actions.map(one => one.id).join(', ')}`)
      const params = { id, action }
      const door = {
        form: () => client[`read${noun}Form`]({ params }),
        run: (input: Parameters<Door['run']>[0]) => client[`run${noun}Action`]({ params, ...input }),
      }
      return act(door, wishes, files)
    },
    /** Goes on with the next step that an answer names. */
    goesOn: (
      { nextAction }: { nextAction: ActionLink | null },
      wishes?: Wishes,
      files?: Files,
    ): Promise<Done> => {
      if (!nextAction) throw new Error('There is no next step')
      const { self } = nextAction.links
      return act({ form: () => client.follow(self), run: input => client.follow(self, input) }, wishes, files)
    },
  }
}
export type Robot = ReturnType<typeof robotAt>
