/** Names to sign in with while the market is only shown. */
export interface Demonstration {
  users: readonly { username: string; displayName: string; role: string }[]
  password: string
}

/** A quiet list of those names; choosing one fills the form. */
export const DemonstrationNames = ({
  demonstration,
  onChoose,
}: {
  demonstration: Demonstration
  onChoose: (username: string) => void
}) => (
  <section className="section" aria-labelledby="demonstration">
    <h2 id="demonstration" className="label">
      Demonstration
    </h2>
    <p className="quiet small">Choose a name to fill in the form, then sign in.</p>
    <ul className="demo-names">
      {demonstration.users.map(user => (
        <li key={user.username}>
          <button type="button" className="demo-name" onClick={() => onChoose(user.username)}>
            <span>{user.displayName}</span>
            <span className="quiet small">{user.role}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)
