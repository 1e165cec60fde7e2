-- Whether a paper is filed is counted for the home page of the market operator: anew only when one has been.
select marked('filed_document');
