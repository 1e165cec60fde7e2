import type { AccountSettings, DemonstrationUser } from '#contract/people/account'

const FEW = 12

/** Splits a role into the kind of organisation and, after a colon, which one. */
const partsOf = ({ role }: DemonstrationUser) => {
  const [kind = '', organisation = ''] = role.split(': ')
  return { kind, organisation }
}

const Names = ({
  users,
  onChoose,
}: {
  users: readonly DemonstrationUser[]
  onChoose: (username: string) => void
}) => (
  <ul className="demo-names">
    {users.map(user => (
      <li key={user.username}>
        <button type="button" className="demo-name" onClick={() => onChoose(user.username)}>
          <span>{user.displayName}</span>
          <span className="quiet small">{partsOf(user).organisation}</span>
        </button>
      </li>
    ))}
  </ul>
)

/** List of the demonstration's user names by role; choosing one fills in the form. */
export const DemonstrationNames = ({
  demonstration,
  onChoose,
}: {
  demonstration: NonNullable<AccountSettings['demo']>
  onChoose: (username: string) => void
}) => {
  const kinds = [...new Set(demonstration.users.map(user => partsOf(user).kind))]
  return (
    <section className="demo" aria-labelledby="demonstration">
      <h2 id="demonstration">Demonstration</h2>
      <p className="quiet">Choose a name to fill in the form, then sign in.</p>
      {kinds.map(kind => {
        const users = demonstration.users.filter(user => partsOf(user).kind === kind)
        if (users.length > FEW)
          return (
            <details key={kind}>
              <summary className="label">
                {kind} ({users.length})
              </summary>
              <Names users={users} onChoose={onChoose} />
            </details>
          )
        return (
          <div key={kind}>
            <h3 className="label">{kind}</h3>
            <Names users={users} onChoose={onChoose} />
          </div>
        )
      })}
    </section>
  )
}
