pragma circom 2.1.6;

include "credential.circom";

// Circuit 1, MeID: somebody whom the issuer knows as one person, and nothing else about that person.
template Personhood() {
    signal input issuerKey;
    signal input merchant;
    signal input program;
    signal input wallet;
    signal input chain;
    signal input today;
    signal input questions;
    signal input challenge;

    signal input secret;
    signal input issuerId;
    signal input credentialId;
    signal input validUntil;
    signal input performed;
    signal input required;
    signal input identity;
    signal input place;
    signal input standing;
    signal input issuerX;
    signal input issuerY;
    signal input signatureX;
    signal input signatureY;
    signal input signatureS;

    signal output nullifier;
    signal output revocationHandle;

    // The tag has the schema, too: questions of another schema have another hash.
    component asked = Poseidon(2);
    asked.inputs[0] <== 21;
    asked.inputs[1] <== required;
    questions === asked.out;

    // Whatever is asked: liveness (2) and uniqueness (8).
    component credential = Credential(1, 10);
    credential.issuerKey <== issuerKey;
    credential.merchant <== merchant;
    credential.program <== program;
    credential.wallet <== wallet;
    credential.chain <== chain;
    credential.today <== today;
    credential.challenge <== challenge;
    credential.secret <== secret;
    credential.performed <== performed;
    credential.required <== required;
    credential.issuerId <== issuerId;
    credential.credentialId <== credentialId;
    credential.validUntil <== validUntil;
    credential.identity <== identity;
    credential.place <== place;
    credential.standing <== standing;
    credential.issuerX <== issuerX;
    credential.issuerY <== issuerY;
    credential.signatureX <== signatureX;
    credential.signatureY <== signatureY;
    credential.signatureS <== signatureS;
    nullifier <== credential.nullifier;
    revocationHandle <== credential.revocationHandle;
}

component main {public [issuerKey, merchant, program, wallet, chain, today, questions, challenge]} = Personhood();
