import '@touchstone/credential/prove-worker'
