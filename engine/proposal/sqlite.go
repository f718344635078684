package proposal

// databaseName is the file of OpenClaw's state, below the folder of its state.
const databaseName = "state/openclaw.sqlite"

// stored are the proposals that OpenClaw keeps in its database.
func (q *Queue) stored() ([]*Record, error) { return nil, nil }
