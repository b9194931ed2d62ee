pragma circom 2.1.6;

include "credential.circom";

// Circuit 3: a proven residence in an admitted country, of which the proof is still good.
template Address() {
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
    signal input standing;
    signal input issuerX;
    signal input issuerY;
    signal input signatureX;
    signal input signatureY;
    signal input signatureS;

    signal input residence;
    signal input location;
    signal input residenceUntil;
    signal input residenceSet;

    signal output nullifier;
    signal output revocationHandle;

    // The tag has the schema, too: questions of another schema have another hash.
    component asked = Poseidon(3);
    asked.inputs[0] <== 23;
    asked.inputs[1] <== required;
    asked.inputs[2] <== residenceSet;
    questions === asked.out;

    component placeGroup = Poseidon(3);
    placeGroup.inputs[0] <== residence;
    placeGroup.inputs[1] <== location;
    placeGroup.inputs[2] <== residenceUntil;

    component livesIn = AssertInSet();
    livesIn.set <== residenceSet;
    livesIn.index <== residence;

    component untilDay = AssertDate();
    untilDay.date <== residenceUntil;
    component residenceValid = AssertNotAfter(27);
    residenceValid.from <== today;
    residenceValid.to <== residenceUntil;

    // Whatever is asked: the proof of address (64).
    component credential = Credential(3, 64);
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
    credential.place <== placeGroup.out;
    credential.standing <== standing;
    credential.issuerX <== issuerX;
    credential.issuerY <== issuerY;
    credential.signatureX <== signatureX;
    credential.signatureY <== signatureY;
    credential.signatureS <== signatureS;
    nullifier <== credential.nullifier;
    revocationHandle <== credential.revocationHandle;
}

component main {public [issuerKey, merchant, program, wallet, chain, today, questions, challenge]} = Address();
